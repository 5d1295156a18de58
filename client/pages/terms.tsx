import { useTranslation } from 'react-i18next'
import fr from '../../locales/fr/terms.json'
import { company } from '../../shared/company.ts'
import { localise } from '../../shared/language.ts'
import { pages, pathOf, rssPath } from '../../shared/site-map.ts'
import { Head } from '../head/head.tsx'
import type { PageTexts } from '../context/i18n.ts'
import { SiteLink } from '../parts/site-link.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { Paragraphs } from '../parts/paragraphs.tsx'
import { Points } from '../parts/points.tsx'
import { Definitions, IndexedSections, Section, Topics } from '../parts/sections.tsx'
import { useLanguage, useSite } from '../context/site.tsx'
import styles from './terms.module.css'

declare module 'i18next' {
  interface PageResources {
    terms: typeof fr
  }
}

export const texts: PageTexts = { namespace: 'terms', fr }

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

/** French text on both sides of the toggle: a translation of a legal text would be a second legal text. */
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
        <IndexedSections sections={sections.map(section)}>
          <Section {...section('introduction')} />
          <Section {...section('definitions')}>
            <Definitions items={termsOf(content.definitions.terms)} />
          </Section>
          <Section {...section('data')}>
            <Topics
              topics={(['identification', 'professional', 'connection', 'usage'] as const).map((kind) => ({
                title: t(`sections.data.${kind}.title`),
                body: t(`sections.data.${kind}.body`),
                link: kind === 'connection' && (
                  <a href={localise(rssPath, language)}>{t('sections.data.connection.link')}</a>
                ),
              }))}
            />
          </Section>
          {(['purposes', 'legalBases'] as const).map((id) => (
            <Section key={id} {...section(id)}>
              <Points points={Object.values(content[id].items)} />
            </Section>
          ))}
          <Section {...section('security')}>
            <Points points={[...Object.values(content.security.items), t(`sections.security.botCheck.${botCheck}`)]} />
          </Section>
          <Section {...section('retention')}>
            <Definitions items={termsOf(content.retention.items)} />
          </Section>
          <Section {...section('transfers')}>
            {isGoogleAsked && <Paragraphs text={t('sections.transfers.google')} />}
          </Section>
          <Section {...section('rights')}>
            <Topics
              topics={rights.map((right) => ({
                title: t(`sections.rights.${right}.title`),
                body: t(`sections.rights.${right}.body`),
              }))}
            />
          </Section>
          <Section {...section('cookies')}>
            {isGoogleAsked && <Paragraphs text={t('sections.cookies.google')} />}
          </Section>
          {(['changes', 'compliance'] as const).map((id) => (
            <Section key={id} {...section(id)} />
          ))}
          <Section {...section('contact')}>
            <address className={styles.officer}>
              {t('sections.contact.officer')}
              <br />
              <span translate="no">{company.name}</span>
              <br />
              <span className="whole">{company.locality}</span>
              <br />
              {`${company.region.fr}, ${company.country.fr}`}
            </address>
            <p>
              <SiteLink to={pathOf('contact')}>{t('sections.contact.link')}</SiteLink>
            </p>
          </Section>
          {(['law', 'severability'] as const).map((id) => (
            <Section key={id} {...section(id)} />
          ))}
        </IndexedSections>
      </div>
    </>
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
