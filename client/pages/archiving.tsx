import { useTranslation } from 'react-i18next'
import en from '../../locales/en/archiving.json'
import fr from '../../locales/fr/archiving.json'
import type { PageTexts } from '../context/i18n.ts'
import { Stations } from '../drawings/stations.tsx'
import { ExampleRecord } from '../parts/record.tsx'
import { Definitions, Section, Steps, type TitledText, Topics } from '../parts/sections.tsx'
import { ServicePage } from '../parts/service-page.tsx'

declare module 'i18next' {
  interface PageResources {
    archiving: typeof fr
  }
}

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
    <ServicePage
      page="archiving"
      subject="archiving"
      sections={sections.map(({ id }) => named(id))}
      example={<ExampleRecord />}
    >
      {sections.map(({ id, as, topics }) => (
        <Section key={id} {...named(id)} body={t(`${id}.body`)}>
          {id === drawn && <Stations />}
          {shown(
            as,
            topics.map((topic) => ({ title: t(`${topic}.title`), body: t(`${topic}.body`) })),
          )}
        </Section>
      ))}
    </ServicePage>
  )
}

/** Two subjects side by side, two terms, or one step after the other: as what they say asks for. */
function shown(as: Form, topics: readonly TitledText[]) {
  if (as === 'steps') return <Steps steps={topics} />
  return as === 'definitions' ? <Definitions items={topics} /> : <Topics topics={topics} />
}
