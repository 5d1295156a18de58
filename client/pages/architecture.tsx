import { useTranslation } from 'react-i18next'
import type fr from '../../locales/fr/architecture.json'
import { Channel } from '../drawings/channel.tsx'
import { Comparison } from '../components/comparison.tsx'
import { Paragraphs } from '../components/paragraphs.tsx'
import places from '../components/places.module.css'
import { Points } from '../components/points.tsx'
import { ExampleRecord } from '../components/record.tsx'
import { Note, Section } from '../components/sections.tsx'
import { Steps } from '../components/steps.tsx'
import { Topic } from '../components/topics.tsx'
import { ServicePage } from '../components/service-page.tsx'
import styles from './architecture.module.css'

declare module 'i18next' {
  interface PageResources {
    architecture: typeof fr
  }
}

const sections = ['zeroTrust', 'privilege', 'multiCloud', 'methodology', 'innovation', 'conclusion'] as const
/** An access request, as its log keeps it: the decision first, then its grounds. */
const fields = ['decision', 'person', 'device', 'resource', 'reason'] as const
const received = ['plan', 'register', 'roadmap', 'code'] as const
const principles = ['verify', 'segment', 'observe'] as const
const practices = ['roles', 'temporary', 'reviews', 'secrets'] as const
const rights = ['granted', 'used', 'temporary'] as const
const platforms = ['aws', 'azure', 'gcp'] as const
const rows = ['identity', 'network', 'encryption', 'logging', 'posture'] as const
const steps = ['assessment', 'design', 'support'] as const
const questions = ['read', 'device', 'opened'] as const

export function Page() {
  const { t } = useTranslation('architecture')
  const section = (id: (typeof sections)[number]) => ({ id, label: t(`${id}.label`), title: t(`${id}.title`) })
  return (
    <ServicePage
      page="architecture"
      subject="cybersecurity"
      sections={sections.map(section)}
      example={
        <ExampleRecord
          caption={t('intro.request.caption')}
          fields={fields.map((field) => ({
            title: t(`intro.request.${field}.term`),
            body: t(`intro.request.${field}.value`),
          }))}
        />
      }
      intro={
        <>
          <p className={`${places.cols1to7} ${styles.lead}`}>{t('intro.body')}</p>
          <Note title={t('intro.receive.title')} className={places.cols9to12}>
            <ul className={styles.received}>
              {received.map((document) => (
                <li key={document}>{t(`intro.receive.${document}`)}</li>
              ))}
            </ul>
            <p className={styles.yours}>{t('intro.receive.yours')}</p>
          </Note>
        </>
      }
    >
      <Section {...section('zeroTrust')} ground="night" className={places.heading5}>
        <p className={places.cols7to12}>{t('zeroTrust.body')}</p>
        <Channel />
        <div className={styles.thirds}>
          {principles.map((principle) => (
            <Topic
              key={principle}
              title={t(`zeroTrust.principles.${principle}.title`)}
              body={t(`zeroTrust.principles.${principle}.body`)}
            />
          ))}
        </div>
      </Section>
      <Section {...section('privilege')} className={`${places.besideHeading} ${places.heading6}`}>
        <div className={places.cols1to6}>
          <Paragraphs text={t('privilege.body')} />
          <Points points={practices.map((practice) => t(`privilege.practices.${practice}`))} />
        </div>
        <figure className={`${places.cols8to12} ${places.bothRows} ${styles.rights}`}>
          <figcaption>{t('privilege.rights.caption')}</figcaption>
          <ul>
            {rights.map((right) => (
              <li key={right} className={styles[right]}>
                {t(`privilege.rights.${right}`)}
              </li>
            ))}
          </ul>
        </figure>
      </Section>
      <Section {...section('multiCloud')} className={places.heading7}>
        <p className={places.cols1to7}>{t('multiCloud.body')}</p>
        <Note title={t('multiCloud.location.title')} className={`${places.cols9to12} ${places.bothRows}`}>
          <p>{t('multiCloud.location.body')}</p>
        </Note>
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
      <Section {...section('methodology')} ground="deep">
        <p className={places.cols1to8}>{t('methodology.body')}</p>
        <Steps
          steps={steps.map((step) => ({
            title: t(`methodology.${step}.title`),
            body: t(`methodology.${step}.body`),
            result: t(`methodology.${step}.result`),
          }))}
        />
      </Section>
      <Section {...section('innovation')} className={places.besideHeading}>
        <div className={places.cols1to7}>
          <Paragraphs text={t('innovation.body')} />
        </div>
        <Note title={t('innovation.postQuantum.title')} className={places.cols9to12}>
          <p>{t('innovation.postQuantum.body')}</p>
        </Note>
      </Section>
      <Section {...section('conclusion')} ground="raised" className={`${places.besideHeading} ${places.heading4}`}>
        <ul className={`${places.cols5to12} ${styles.questions}`}>
          {questions.map((question) => (
            <li key={question}>{t(`conclusion.${question}`)}</li>
          ))}
        </ul>
        <p className={places.cols5to12}>{t('conclusion.body')}</p>
      </Section>
    </ServicePage>
  )
}
