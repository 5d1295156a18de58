import { useTranslation } from 'react-i18next'
import type fr from '../../locales/fr/archiving.json'
import { Stations } from '../drawings/stations.tsx'
import { Comparison } from '../components/comparison.tsx'
import { Paragraphs } from '../components/paragraphs.tsx'
import places from '../components/places.module.css'
import { ExampleRecord } from '../components/record.tsx'
import { Note, Section } from '../components/sections.tsx'
import { Topic } from '../components/topics.tsx'
import { ServicePage } from '../components/service-page.tsx'
import styles from './archiving.module.css'

declare module 'i18next' {
  interface PageResources {
    archiving: typeof fr
  }
}

const sections = [
  'digitization',
  'protection',
  'metadata',
  'platform',
  'versioning',
  'compliance',
  'support',
  'valorization',
] as const
const questions = ['keep', 'read', 'host'] as const
/** The elements of Dublin Core (ISO 15836-1), in its order, and those in the page's example. */
const elements = [
  'title',
  'creator',
  'subject',
  'description',
  'publisher',
  'contributor',
  'date',
  'type',
  'format',
  'identifier',
  'source',
  'language',
  'relation',
  'coverage',
  'rights',
] as const
const shownElements: readonly (typeof elements)[number][] = ['title', 'creator', 'date', 'format', 'rights']
/** The metadata of an archived document. */
const fields = ['title', 'creator', 'date', 'format', 'rule', 'access', 'digest'] as const
const versions = ['first', 'second', 'third'] as const
const standards = ['pdfa', 'oais', 'dc', 'iso'] as const
const laws = ['archives', 'law25', 'lccjti'] as const
const stops = ['pilot', 'batches', 'watch'] as const

export function Page() {
  const { t } = useTranslation('archiving')
  const section = (id: (typeof sections)[number]) => ({ id, label: t(`${id}.label`), title: t(`${id}.title`) })
  const rows = {
    standards: standards.map((rule) => ({
      label: t(`compliance.standards.${rule}.rule`),
      cells: [t(`compliance.standards.${rule}.asks`), t(`compliance.standards.${rule}.where`)],
    })),
    regulatory: laws.map((rule) => ({
      label: t(`compliance.regulatory.${rule}.rule`),
      cells: [t(`compliance.regulatory.${rule}.asks`), t(`compliance.regulatory.${rule}.where`)],
    })),
  }
  const columns = [t('compliance.columns.asks'), t('compliance.columns.where')]
  return (
    <ServicePage
      page="archiving"
      subject="archiving"
      sections={sections.map(section)}
      example={
        <ExampleRecord
          caption={t('record.caption')}
          fields={fields.map((field) => ({
            title: t(`record.${field}.term`),
            body: t(`record.${field}.value`),
            translate: field === 'digest' ? 'no' : undefined,
          }))}
        />
      }
      intro={
        <>
          <p className={`${places.cols1to7} ${styles.lead}`}>{t('intro.body')}</p>
          <Note title={t('intro.first.title')} className={places.cols9to12}>
            <ul>
              {questions.map((question) => (
                <li key={question}>{t(`intro.first.${question}`)}</li>
              ))}
            </ul>
          </Note>
        </>
      }
    >
      <Section {...section('digitization')} ground="deep">
        <p>{t('digitization.body')}</p>
        <Stations />
        <Topic
          className={places.cols1to6}
          title={t('digitization.capture.title')}
          body={t('digitization.capture.body')}
        />
        <Topic
          className={places.cols7to12}
          title={t('digitization.recognition.title')}
          body={t('digitization.recognition.body')}
        />
      </Section>
      <Section {...section('protection')} className={places.heading5}>
        <div className={places.cols1to5}>
          <Paragraphs text={t('protection.body')} />
          {(['identification', 'processing'] as const).map((topic) => (
            <Topic
              key={topic}
              className={styles.stacked}
              title={t(`protection.${topic}.title`)}
              body={t(`protection.${topic}.body`)}
            />
          ))}
        </div>
        <figure className={`${places.cols7to12} ${places.bothRows} ${styles.copies}`}>
          <figcaption>{t('protection.copies.caption')}</figcaption>
          {(['kept', 'shared'] as const).map((copy) => (
            <div key={copy}>
              <div className={`${styles.page} ${styles[copy]}`} aria-hidden="true">
                {Array.from({ length: 9 }, (_, index) => (
                  <span key={index} />
                ))}
              </div>
              <p>{t(`protection.copies.${copy}`)}</p>
            </div>
          ))}
        </figure>
      </Section>
      <Section {...section('metadata')}>
        <div className={`${places.cols1to8} ${styles.columns}`}>
          <p>{t('metadata.body')}</p>
          {(['contextual', 'compliance'] as const).map((topic) => (
            <Topic key={topic} title={t(`metadata.${topic}.title`)} body={t(`metadata.${topic}.body`)} />
          ))}
        </div>
        <Note title={t('metadata.elements.heading')} className={places.cols10to12}>
          <ul className={styles.elements}>
            {elements.map((element) => (
              <li key={element}>
                {shownElements.includes(element) ? (
                  <strong>{t(`metadata.elements.${element}`)}</strong>
                ) : (
                  t(`metadata.elements.${element}`)
                )}
              </li>
            ))}
          </ul>
          <p className={styles.small}>{t('metadata.elements.note')}</p>
        </Note>
      </Section>
      <Section {...section('platform')} ground="gulf" className={places.heading5}>
        <p className={places.cols1to5}>{t('platform.body')}</p>
        <Topic
          className={`${places.cols6to9} ${places.bothRows}`}
          title={t('platform.security.title')}
          body={t('platform.security.body')}
        />
        <Topic
          className={`${places.cols10to12} ${places.bothRows}`}
          title={t('platform.availability.title')}
          body={t('platform.availability.body')}
        />
      </Section>
      <Section {...section('versioning')} className={places.heading4}>
        <p className={places.cols1to4}>{t('versioning.body')}</p>
        <div className={`${places.cols6to12} ${places.bothRows} ${styles.columns}`}>
          <figure>
            <figcaption>{t('versioning.versions.caption')}</figcaption>
            <ol className={styles.versions}>
              {versions.map((version) => (
                <li key={version}>
                  <p>{t(`versioning.versions.${version}.date`)}</p>
                  <p>{t(`versioning.versions.${version}.reason`)}</p>
                  <p translate="no">{t(`versioning.versions.${version}.digest`)}</p>
                </li>
              ))}
            </ol>
          </figure>
          {(['control', 'audit'] as const).map((topic) => (
            <Topic key={topic} title={t(`versioning.${topic}.title`)} body={t(`versioning.${topic}.body`)} />
          ))}
        </div>
      </Section>
      <Section {...section('compliance')} ground="raised">
        <p>{t('compliance.body')}</p>
        {(['standards', 'regulatory'] as const).map((group) => (
          <div key={group}>
            <h3>{t(`compliance.${group}.title`)}</h3>
            <Comparison criterion={t('compliance.columns.rule')} columns={columns} rows={rows[group]} stacks />
            <p className={styles.small}>{t(`compliance.${group}.body`)}</p>
          </div>
        ))}
      </Section>
      <Section {...section('support')}>
        <p>{t('support.body')}</p>
        <ol className={styles.path}>
          {stops.map((stop) => (
            <li key={stop}>{t(`support.path.${stop}`)}</li>
          ))}
        </ol>
        <Topic
          className={places.cols1to6}
          title={t('support.implementation.title')}
          body={t('support.implementation.body')}
        />
        <Topic className={places.cols7to12} title={t('support.ongoing.title')} body={t('support.ongoing.body')} />
      </Section>
      <Section {...section('valorization')} ground="deep" className={places.heading6}>
        <p className={`${places.cols1to6} ${styles.statement}`}>{t('valorization.body')}</p>
        <div className={`${places.cols8to12} ${places.bothRows}`}>
          {(['exploitation', 'evolution'] as const).map((topic) => (
            <Topic
              key={topic}
              className={styles.stacked}
              title={t(`valorization.${topic}.title`)}
              body={t(`valorization.${topic}.body`)}
            />
          ))}
        </div>
      </Section>
    </ServicePage>
  )
}
