import { useTranslation } from 'react-i18next'
import en from '../../locales/en/archiving.json'
import fr from '../../locales/fr/archiving.json'
import { pathOf } from '../../shared/site-map.ts'
import type { PageTexts } from '../i18n.ts'
import { CallToAction } from '../parts/call-to-action.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { IndexedSections, Section, Topics } from '../parts/sections.tsx'
import { ServiceHead } from '../parts/service-head.tsx'

export const texts: PageTexts = { namespace: 'archiving', fr, en }

export function Page() {
  const { t } = useTranslation('archiving')
  const sections = [
    { id: 'digitization', topics: ['digitization.capture', 'digitization.recognition'] },
    { id: 'protection', topics: ['protection.identification', 'protection.processing'] },
    { id: 'metadata', topics: ['metadata.contextual', 'metadata.compliance'] },
    { id: 'platform', topics: ['platform.security', 'platform.availability'] },
    { id: 'versioning', topics: ['versioning.control', 'versioning.audit'] },
    { id: 'compliance', topics: ['compliance.standards', 'compliance.regulatory'] },
    { id: 'support', topics: ['support.implementation', 'support.ongoing'] },
    { id: 'valorization', topics: ['valorization.exploitation', 'valorization.evolution'] },
  ] as const
  return (
    <>
      <ServiceHead
        name={t('intro.title')}
        title={t('meta.title')}
        description={t('meta.description')}
        path={pathOf('archiving')}
      />
      <PageHeader title={t('intro.title')} lead={t('intro.lead')} body={t('intro.body')} emblem="archiving" />
      <IndexedSections sections={sections.map(({ id }) => ({ id, title: t(`${id}.title`) }))}>
        {sections.map(({ id, topics }) => (
          <Section key={id} id={id} title={t(`${id}.title`)} body={t(`${id}.body`)}>
            <Topics topics={topics.map((topic) => ({ title: t(`${topic}.title`), body: t(`${topic}.body`) }))} />
          </Section>
        ))}
      </IndexedSections>
      <CallToAction title={t('cta.title')} body={t('cta.body')} button={t('cta.button')} subject="archiving" />
    </>
  )
}
