import { useTranslation } from 'react-i18next'
import en from '../../locales/en/architecture.json'
import fr from '../../locales/fr/architecture.json'
import type { PageTexts } from '../context/i18n.ts'
import { Channel } from '../drawings/channel.tsx'
import { Comparison } from '../parts/comparison.tsx'
import { Points } from '../parts/points.tsx'
import { Definitions, Section, Steps } from '../parts/sections.tsx'
import { ServicePage } from '../parts/service-page.tsx'

declare module 'i18next' {
  interface PageResources {
    architecture: typeof fr
  }
}

export const texts: PageTexts = { namespace: 'architecture', fr, en }

const sections = ['zeroTrust', 'leastPrivilege', 'multiCloud', 'methodology', 'innovation', 'conclusion'] as const
const principles = ['verify', 'segment', 'observe'] as const
const practices = ['roles', 'temporary', 'reviews', 'secrets'] as const
const platforms = ['aws', 'azure', 'gcp'] as const
const rows = ['identity', 'network', 'encryption', 'logging', 'posture'] as const
const steps = ['assessment', 'design', 'support'] as const

export function Page() {
  const { t } = useTranslation('architecture')
  const section = (id: (typeof sections)[number]) => ({
    id,
    label: t(`${id}.label`),
    title: t(`${id}.title`),
    body: t(`${id}.body`),
  })
  return (
    <ServicePage page="architecture" subject="cybersecurity" sections={sections.map(section)}>
      <Section {...section('zeroTrust')}>
        <Channel />
        <Definitions
          items={principles.map((principle) => ({
            title: t(`zeroTrust.principles.${principle}.title`),
            body: t(`zeroTrust.principles.${principle}.body`),
          }))}
        />
      </Section>
      <Section {...section('leastPrivilege')}>
        <Points points={practices.map((practice) => t(`leastPrivilege.practices.${practice}`))} />
      </Section>
      <Section {...section('multiCloud')}>
        <Comparison
          caption={t('multiCloud.caption')}
          criterion={t('multiCloud.criterion')}
          columns={platforms.map((platform) => t(`multiCloud.platforms.${platform}`))}
          rows={rows.map((row) => ({
            label: t(`multiCloud.rows.${row}.label`),
            cells: platforms.map((platform) => t(`multiCloud.rows.${row}.${platform}`)),
          }))}
        />
      </Section>
      <Section {...section('methodology')}>
        <Steps
          steps={steps.map((step) => ({
            title: t(`methodology.${step}.title`),
            body: t(`methodology.${step}.body`),
          }))}
        />
      </Section>
      <Section {...section('innovation')} />
      <Section {...section('conclusion')} />
    </ServicePage>
  )
}
