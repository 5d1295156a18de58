import { useTranslation } from 'react-i18next'
import type fr from '../../locales/fr/ai.json'
import { Passages } from '../drawings/passages.tsx'
import { ExampleAnswer } from '../components/answer.tsx'
import { Paragraphs } from '../components/paragraphs.tsx'
import places from '../components/places.module.css'
import { FoldedPoints } from '../components/points.tsx'
import { Definitions } from '../components/definitions.tsx'
import definitions from '../components/definitions.module.css'
import { Note, Section } from '../components/sections.tsx'
import { Topic } from '../components/topics.tsx'
import { ServicePage } from '../components/service-page.tsx'
import styles from './ai.module.css'

declare module 'i18next' {
  interface PageResources {
    ai: typeof fr
  }
}

const sections = ['approach', 'services', 'benefits', 'expertise'] as const
const techniques = ['rag', 'graph'] as const
const ragFeatures = ['sources', 'access', 'updates', 'evaluation'] as const
const graphFeatures = ['relations', 'questions', 'provenance', 'evolution'] as const
const dataTerms = ['hosting', 'model', 'access'] as const
const services = ['analysis', 'development', 'conversational'] as const
const furtherBenefits = ['performance', 'scalability'] as const
const laws = ['private', 'public', 'health'] as const

export function Page() {
  const { t } = useTranslation('ai')
  const section = (id: (typeof sections)[number]) => ({ id, label: t(`${id}.label`), title: t(`${id}.title`) })
  const features = {
    rag: ragFeatures.map((feature) => t(`approach.rag.features.${feature}`)),
    graph: graphFeatures.map((feature) => t(`approach.graph.features.${feature}`)),
  }
  return (
    <ServicePage
      page="ai"
      subject="ai"
      sections={sections.map(section)}
      example={<ExampleAnswer />}
      intro={
        <>
          <p className={`${places.cols1to7} ${styles.lead}`}>{t('intro.body')}</p>
          <Note title={t('intro.data.title')} className={places.cols9to12}>
            <Definitions
              items={dataTerms.map((term) => ({
                title: t(`intro.data.${term}.term`),
                body: t(`intro.data.${term}.body`),
              }))}
            />
          </Note>
        </>
      }
    >
      <Section {...section('approach')} ground="deep">
        <p>{t('approach.lead')}</p>
        <Passages />
        {techniques.map((technique) => (
          <div
            key={technique}
            className={technique === 'rag' ? places.cols1to6 : `${places.cols7to12} ${styles.second}`}
          >
            <Topic title={t(`approach.${technique}.title`)} body={t(`approach.${technique}.body`)} />
            <FoldedPoints name={t(`approach.${technique}.more`)} points={features[technique]} />
          </div>
        ))}
      </Section>
      <Section {...section('services')} className={`${places.heading4} ${styles.services}`}>
        <p className={places.cols1to4}>{t('services.lead')}</p>
        <Definitions
          className={`${places.cols5to12} ${places.bothRows} ${definitions.ruled}`}
          items={services.map((service) => ({
            title: t(`services.${service}.title`),
            body: t(`services.${service}.body`),
          }))}
        />
      </Section>
      <Section {...section('benefits')}>
        <div className={`${places.cols1to6} ${styles.first}`}>
          <h3>{t('benefits.knowledge.title')}</h3>
          <p>{t('benefits.knowledge.body')}</p>
        </div>
        <div className={places.cols8to12}>
          {furtherBenefits.map((benefit) => (
            <Topic
              key={benefit}
              className={styles.further}
              title={t(`benefits.${benefit}.title`)}
              body={t(`benefits.${benefit}.body`)}
            />
          ))}
        </div>
      </Section>
      <Section {...section('expertise')} ground="raised">
        <div className={places.cols1to7}>
          <Paragraphs text={t('expertise.body')} />
        </div>
        <Note title={t('expertise.laws.title')} className={places.cols9to12}>
          <Definitions
            items={laws.map((law) => ({
              title: t(`expertise.laws.${law}.term`),
              body: t(`expertise.laws.${law}.body`),
            }))}
          />
        </Note>
        <div className={styles.support}>
          <h3>{t('expertise.support.title')}</h3>
          <p>{t('expertise.support.body')}</p>
        </div>
      </Section>
    </ServicePage>
  )
}
