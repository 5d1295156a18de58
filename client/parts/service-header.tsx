import type { ReactNode } from 'react'
import type { ContactSubject } from '../../shared/form-query.ts'
import { contactPath } from '../../shared/site-map.ts'
import { SiteLink } from './site-link.tsx'
import { Emblem, type EmblemName } from './emblem.tsx'
import { Arrow } from './icons.tsx'
import styles from './service-header.module.css'

type ServiceHeaderProps = {
  title: string
  lead: string
  button: string
  emblem: EmblemName
  /** The subject that the contact form begins with. */
  subject: ContactSubject
  /** An example of the service's result; without it wide screens show the emblem. */
  children?: ReactNode
}

/** The top of a service's page: its title and lead, a link to the contact form, and an example. */
export function ServiceHeader({ title, lead, button, emblem, subject, children }: ServiceHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <div className={styles.text}>
          <Emblem name={emblem} className={styles.sign} />
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          <SiteLink to={contactPath(subject)} className="button">
            <span>{button}</span>
            <Arrow />
          </SiteLink>
        </div>
        {children ?? <Emblem name={emblem} className={styles.emblem} />}
      </div>
    </header>
  )
}
