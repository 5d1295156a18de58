import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import fr from '../../locales/fr/terms.json'
import { company } from '../../shared/company.ts'
import { localise } from '../../shared/language.ts'
import { pages, pathOf, rssPath } from '../../shared/site-map.ts'
import { Head } from '../head/head.tsx'
import { SiteLink } from '../components/site-link.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Paragraphs } from '../components/paragraphs.tsx'
import { Points } from '../components/points.tsx'
import { SectionIndex } from '../components/section-index.tsx'
import index from '../components/section-column.module.css'
import { Definitions } from '../components/definitions.tsx'
import definitions from '../components/definitions.module.css'
import { SectionHeading } from '../components/section-heading.tsx'
import { Topics } from '../components/topics.tsx'
import { useLanguage, useSite } from '../context/site.tsx'
import styles from './terms.module.css'

declare module 'i18next' {
  interface PageResources {
    terms: typeof fr
  }
}

const sections = [
  'introduction',
  'definitions',
  'data',
  'purposes',
  'legalBases',
  'security',
  'retention',
  'transfers',
  'rights',
  'cookies',
  'changes',
  'compliance',
  'contact',
  'law',
  'severability',
] as const

/** French text in both languages, since a translation of a legal text would be a second legal text. */
export function Page() {
  const { t: tCommon, i18n } = useTranslation()
  const language = useLanguage()
  const { botCheck } = useSite()
  const isGoogleAsked = botCheck === 'google'
  const needsNotice = language !== 'fr'
  const t = i18n.getFixedT('fr', 'terms')
  const { sections: content } = fr
  const section = (id: (typeof sections)[number]) => ({
    id,
    title: t(`sections.${id}.title`),
    body: t(`sections.${id}.body`),
  })
  return (
    <>
      <Head
        title={t('meta.title')}
        description={t('meta.description')}
        path={pathOf('terms')}
        alternates={pages.terms.languages}
      />
      {needsNotice && <p className={styles.notice}>{tCommon('termsFrenchOnly')}</p>}
      <div lang="fr">
        <PageHeader title={t('title')} lead={t('lead')} body={t('updated')} coast={styles.water} />
        <div className={`grid ${styles.body}`}>
          <SectionIndex sections={sections.map(section)} className={index.column} />
          <div className={styles.clauses}>
            <Clause {...section('introduction')} />
            <Clause {...section('definitions')}>
              <Definitions className={definitions.ruled} items={termsOf(content.definitions.terms)} />
            </Clause>
            <Clause {...section('data')}>
              <Topics
                topics={(['identification', 'professional', 'connection', 'usage'] as const).map((kind) => ({
                  title: t(`sections.data.${kind}.title`),
                  body: t(`sections.data.${kind}.body`),
                  link: kind === 'connection' && (
                    <a href={localise(rssPath, language)}>{t('sections.data.connection.link')}</a>
                  ),
                }))}
              />
            </Clause>
            {(['purposes', 'legalBases'] as const).map((id) => (
              <Clause key={id} {...section(id)}>
                <Points points={Object.values(content[id].items)} />
              </Clause>
            ))}
            <Clause {...section('security')}>
              <Points
                points={[...Object.values(content.security.items), t(`sections.security.botCheck.${botCheck}`)]}
              />
            </Clause>
            <Clause {...section('retention')}>
              <Definitions className={definitions.ruled} items={termsOf(content.retention.items)} />
            </Clause>
            <Clause {...section('transfers')}>
              {isGoogleAsked && <Paragraphs text={t('sections.transfers.google')} />}
            </Clause>
            <Clause {...section('rights')}>
              <Topics
                topics={rights.map((right) => ({
                  title: t(`sections.rights.${right}.title`),
                  body: t(`sections.rights.${right}.body`),
                }))}
              />
            </Clause>
            <Clause {...section('cookies')}>
              {isGoogleAsked && <Paragraphs text={t('sections.cookies.google')} />}
            </Clause>
            {(['changes', 'compliance'] as const).map((id) => (
              <Clause key={id} {...section(id)} />
            ))}
            <Clause {...section('contact')}>
              <address className={styles.officer}>
                {t('sections.contact.officer')}
                <br />
                <span translate="no">{company.name}</span>
                <br />
                <span className="whole">{company.locality}</span>
                <br />
                {`${company.province.fr}, ${company.country.fr}`}
              </address>
              <p>
                <SiteLink to={pathOf('contact')}>{t('sections.contact.link')}</SiteLink>
              </p>
            </Clause>
            {(['law', 'severability'] as const).map((id) => (
              <Clause key={id} {...section(id)} />
            ))}
          </div>
        </div>
      </div>
    </>
  )
}

type ClauseProps = { id: string; title: string; body: string; children?: ReactNode }

function Clause({ id, title, body, children }: ClauseProps) {
  return (
    <section id={id} className={styles.clause} aria-labelledby={`${id}-title`}>
      <SectionHeading id={id} title={title} />
      <Paragraphs text={body} />
      {children}
    </section>
  )
}

const rights = [
  'access',
  'rectification',
  'erasure',
  'limitation',
  'portability',
  'objection',
  'withdrawal',
  'complaint',
] as const

function termsOf(entries: Record<string, { term: string; definition: string }>) {
  return Object.values(entries).map(({ term, definition }) => ({ title: term, body: definition }))
}
