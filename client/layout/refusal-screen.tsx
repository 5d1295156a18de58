import { useTranslation } from 'react-i18next'
import { PlainErrorScreen } from './error-screen.tsx'

/** Why a request is not served; the browser asks for nothing of the kind by itself, so its texts are the server's alone. */
export type RefusalReason = 'badRequest' | 'methodNotAllowed' | 'tooMany' | RefusedForm

/** What a visitor sent. */
type RefusedForm = 'refused' | 'tooManyForms'

export function RefusalScreen({ reason }: { reason: RefusalReason }) {
  const { t } = useTranslation('refusals')
  return <PlainErrorScreen words={t(reason)} hasWayOn={reason !== 'refused' && reason !== 'tooManyForms'} />
}
