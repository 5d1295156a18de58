import { useTranslation } from 'react-i18next'
import { PlainErrorScreen } from './error-screen.tsx'

/** Why a request is not served. Only the server refuses, so only the server has these texts. */
export type RefusalReason = 'badRequest' | 'methodNotAllowed' | 'tooMany' | RefusedForm

/** What a visitor sent. */
type RefusedForm = 'refused' | 'tooManyForms'

export function RefusalScreen({ reason }: { reason: RefusalReason }) {
  const { t } = useTranslation('refusals')
  return <PlainErrorScreen words={t(reason)} hasWayOn={reason !== 'refused' && reason !== 'tooManyForms'} />
}
