import { useTranslation } from 'react-i18next'
import { PlainErrorScreen } from './error-screen.tsx'

/** Why a request is not served. Only the server refuses, so only the server has these texts. */
export type RefusalReason = 'badRequest' | 'methodNotAllowed' | 'tooMany' | 'refused' | 'tooManyForms'

export function RefusalScreen({ reason }: { reason: RefusalReason }) {
  const { t } = useTranslation('refusals')
  return (
    <PlainErrorScreen
      title={t(`${reason}.title`)}
      body={t(`${reason}.body`)}
      hasWayOn={reason !== 'refused' && reason !== 'tooManyForms'}
    />
  )
}
