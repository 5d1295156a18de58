import { useTranslation } from 'react-i18next'
import en from '../../locales/en/ai.json'
import fr from '../../locales/fr/ai.json'
import type { PageTexts } from '../context/i18n.ts'
import { ExampleAnswer } from '../parts/answer.tsx'
import { Passages } from '../drawings/passages.tsx'
import { Paragraphs } from '../parts/paragraphs.tsx'
import { Points } from '../parts/points.tsx'
import { Definitions, Section, Steps, Topics } from '../parts/sections.tsx'
import { ServicePage } from '../parts/service-page.tsx'
import styles from './ai.module.css'

declare module 'i18next' {
  interface PageResources {
    ai: typeof fr
  }
}

export const texts: PageTexts = { namespace: 'ai', fr, en }

const sections = ['approach', 'services', 'benefits', 'expertise'] as const
const ragFeatures = ['sources', 'access', 'updates', 'evaluation'] as const
const graphFeatures = ['relations', 'questions', 'provenance', 'evolution'] as const
const services = ['analysis', 'development', 'conversational'] as const
const benefits = ['knowledge', 'performance', 'scalability'] as const

export function Page() {
  const { t } = useTranslation('ai')
  const section = (id: (typeof sections)[number]) => ({ id, label: t(`${id}.label`), title: t(`${id}.title`) })
  return (
    <ServicePage page="ai" subject="ai" sections={sections.map(section)} example={<ExampleAnswer />}>
      <Section {...section('approach')} body={t('approach.lead')}>
        <Passages />
        <div className={styles.pair}>
          <div>
            <h3>{t('approach.rag.title')}</h3>
            <Paragraphs text={t('approach.rag.body')} />
            <Points points={ragFeatures.map((feature) => t(`approach.rag.features.${feature}`))} />
          </div>
          <div>
            <h3>{t('approach.graph.title')}</h3>
            <Paragraphs text={t('approach.graph.body')} />
            <Points points={graphFeatures.map((feature) => t(`approach.graph.features.${feature}`))} />
          </div>
        </div>
      </Section>
      <Section {...section('services')} body={t('services.lead')}>
        <Steps
          steps={services.map((service) => ({
            title: t(`services.${service}.title`),
            body: t(`services.${service}.body`),
          }))}
        />
      </Section>
      <Section {...section('benefits')}>
        <Definitions
          items={benefits.map((benefit) => ({
            title: t(`benefits.${benefit}.title`),
            body: t(`benefits.${benefit}.body`),
          }))}
        />
      </Section>
      <Section {...section('expertise')} body={t('expertise.body')}>
        <Topics topics={[{ title: t('expertise.support.title'), body: t('expertise.support.body') }]} />
      </Section>
    </ServicePage>
  )
}
