import type { ContactSubject } from '../../shared/form-query.ts'
import { contactPath } from '../../shared/site-map.ts'
import { SiteLink } from './site-link.tsx'
import styles from './call-to-action.module.css'
import { Icon } from './icon.tsx'

type CallToActionProps = {
  title: string
  body: string
  button: string
  /** The subject that the contact form begins with. */
  subject?: ContactSubject
}

export function CallToAction({ title, body, button, subject }: CallToActionProps) {
  return (
    <section className={`grid no-print ${styles.band}`}>
      <div>
        <h2>{title}</h2>
        <p>{body}</p>
      </div>
      <SiteLink to={contactPath(subject)} className="button">
        <span>{button}</span>
        <Icon name="arrow" />
      </SiteLink>
    </section>
  )
}
