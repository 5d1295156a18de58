import { useTranslation } from 'react-i18next'
import en from '../../locales/en/archiving.json'
import fr from '../../locales/fr/archiving.json'
import { pathOf } from '../../shared/site-map.ts'
import type { PageTexts } from '../context/i18n.ts'
import { CallToAction } from '../parts/call-to-action.tsx'
import { Stations } from '../drawings/stations.tsx'
import { Record } from '../parts/record.tsx'
import { Definitions, IndexedSections, Section, Steps, type Topic, Topics } from '../parts/sections.tsx'
import { ServiceMetadata } from '../head/service-metadata.tsx'
import { ServiceHeader } from '../parts/service-header.tsx'

export const texts: PageTexts = { namespace: 'archiving', fr, en }

type Form = 'topics' | 'definitions' | 'steps'

export function Page() {
  const { t } = useTranslation('archiving')
  const sections = [
    { id: 'digitization', as: 'steps', topics: ['digitization.capture', 'digitization.recognition'] },
    { id: 'protection', as: 'definitions', topics: ['protection.identification', 'protection.processing'] },
    { id: 'metadata', as: 'topics', topics: ['metadata.contextual', 'metadata.compliance'] },
    { id: 'platform', as: 'topics', topics: ['platform.security', 'platform.availability'] },
    { id: 'versioning', as: 'definitions', topics: ['versioning.control', 'versioning.audit'] },
    { id: 'compliance', as: 'topics', topics: ['compliance.standards', 'compliance.regulatory'] },
    { id: 'support', as: 'steps', topics: ['support.implementation', 'support.ongoing'] },
    { id: 'valorization', as: 'topics', topics: ['valorization.exploitation', 'valorization.evolution'] },
  ] as const
  const drawn: (typeof sections)[number]['id'] = 'digitization'
  const named = (id: (typeof sections)[number]['id']) => ({ id, label: t(`${id}.label`), title: t(`${id}.title`) })
  return (
    <>
      <ServiceMetadata
        name={t('intro.title')}
        title={t('meta.title')}
        description={t('meta.description')}
        path={pathOf('archiving')}
      />
      <ServiceHeader
        subject="archiving"
        title={t('intro.title')}
        lead={t('intro.lead')}
        button={t('cta.button')}
        emblem="archiving"
      >
        <Record />
      </ServiceHeader>
      <IndexedSections intro={t('intro.body')} sections={sections.map(({ id }) => named(id))}>
        {sections.map(({ id, as, topics }) => (
          <Section key={id} {...named(id)} body={t(`${id}.body`)}>
            {id === drawn && <Stations />}
            {shown(
              as,
              topics.map((topic) => ({ title: t(`${topic}.title`), body: t(`${topic}.body`) })),
            )}
          </Section>
        ))}
      </IndexedSections>
      <CallToAction title={t('cta.title')} body={t('cta.body')} button={t('cta.button')} subject="archiving" />
    </>
  )
}

/** Two subjects side by side, two terms, or one step after the other: as what they say asks for. */
function shown(as: Form, topics: readonly Topic[]) {
  if (as === 'steps') return <Steps steps={topics} />
  return as === 'definitions' ? <Definitions items={topics} /> : <Topics topics={topics} />
}
