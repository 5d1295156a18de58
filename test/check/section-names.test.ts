import { expect, it } from 'vitest'
import { languages } from '../../shared/language.ts'
import { textsOf } from './project-files.ts'

/** A name of a section or a subject, in French and in English. */
type Term = readonly [fr: string, en: string]

/** The sections of each page and the subjects within them, by the key of their texts. Their names are fixed. */
const terms: Record<string, { sections: Record<string, Term>; subjects: Record<string, Term> }> = {
  about: {
    sections: {
      history: ['Histoire', 'History'],
      expertise: ['Expertise', 'Expertise'],
      location: ['Emplacement', 'Location'],
      services: ['Services', 'Services'],
      commitment: ['Engagements', 'Commitment'],
    },
    subjects: {},
  },
  ai: {
    sections: {
      approach: ['Approche', 'Approach'],
      services: ['Services', 'Services'],
      benefits: ['Avantages', 'Benefits'],
      expertise: ['Expertise', 'Expertise'],
    },
    subjects: {
      'approach.rag': ['RAG', 'RAG'],
      'approach.graph': ['Base de données orientée graphe', 'Graph database'],
      'services.analysis': ['Analyse', 'analysis'],
      'services.development': ['Développement', 'Development'],
      'services.conversational': ['conversationnels', 'Conversational'],
      'benefits.knowledge': ['Connaissances', 'Knowledge'],
      'benefits.performance': ['Performance', 'Performance'],
      'benefits.scalability': ['Évolutivité', 'Scalability'],
      'expertise.support': ['Soutien', 'Support'],
    },
  },
  archiving: {
    sections: {
      digitization: ['Numérisation', 'Digitization'],
      protection: ['Protection des données', 'Data protection'],
      metadata: ['Métadonnées', 'Metadata'],
      platform: ['Plateforme', 'Platform'],
      versioning: ['Gestion des versions', 'Versioning'],
      compliance: ['Conformité', 'Compliance'],
      support: ['Accompagnement', 'Support'],
      valorization: ['Valorisation', 'Valorization'],
    },
    subjects: {
      'digitization.capture': ['Capture', 'Capture'],
      'digitization.recognition': ['Reconnaissance', 'recognition'],
      'protection.identification': ['Identification', 'Identification'],
      'protection.processing': ['Traitement', 'Processing'],
      'metadata.contextual': ['contextuelles', 'Contextual'],
      'metadata.compliance': ['conformité', 'Compliance'],
      'platform.security': ['Sécurité', 'Security'],
      'platform.availability': ['Disponibilité', 'Availability'],
      'versioning.control': ['Contrôle', 'control'],
      'versioning.audit': ['audit', 'Audit'],
      'compliance.standards': ['Normes', 'Standards'],
      'compliance.regulatory': ['réglementaire', 'Regulatory'],
      'support.implementation': ['Mise en œuvre', 'Implementation'],
      'support.ongoing': ['continu', 'Ongoing'],
      'valorization.exploitation': ['Exploitation', 'Exploitation'],
      'valorization.evolution': ['Évolution', 'Evolution'],
    },
  },
  architecture: {
    sections: {
      zeroTrust: ['Confiance zéro', 'Zero trust'],
      privilege: ['Moindre privilège', 'Least privilege'],
      multiCloud: ['Expertise multinuage', 'Multi-cloud expertise'],
      methodology: ['Méthodologie', 'Methodology'],
      innovation: ['Innovation', 'Innovation'],
      conclusion: ['Conclusion', 'Conclusion'],
    },
    subjects: {
      'methodology.assessment': ['Évaluation', 'Assessment'],
      'methodology.design': ['Conception', 'Design'],
      'methodology.support': ['Soutien', 'Support'],
    },
  },
  vulnerability: {
    sections: {
      monitoring: ['Surveillance infonuagique', 'Cloud monitoring'],
      centralized: ['Gestion centralisée', 'Centralized management'],
      configuration: ['Gestion des configurations', 'Configuration management'],
      attackPaths: ['Chemins d’attaque', 'Attack paths'],
      externalSurface: ['Surface d’attaque externe', 'External attack surface'],
      methodology: ['Méthodologie', 'Methodology'],
      innovation: ['Innovation', 'Innovation'],
      conclusion: ['Conclusion', 'Conclusion'],
    },
    subjects: {
      'configuration.analysis': ['Analyse', 'Analysis'],
      'configuration.hardening': ['Renforcement', 'Hardening'],
      'attackPaths.modeling': ['Modélisation', 'Modelling'],
      'attackPaths.simulation': ['Simulation', 'Simulation'],
      'externalSurface.mapping': ['Cartographie', 'Mapping'],
      'externalSurface.risk': ['Analyse des risques', 'Risk analysis'],
      'methodology.evaluation': ['Évaluation', 'Evaluation'],
      'methodology.implementation': ['Mise en œuvre', 'Implementation'],
      'methodology.monitoring': ['Suivi', 'Monitoring'],
    },
  },
}

const everyPage = languages.flatMap((language, side) =>
  Object.entries(terms).map(([page, { sections, subjects }]) => {
    const texts = new Map(textsOf(`locales/${language}/${page}.json`).map(({ key, text }) => [key, text]))
    const inLanguage = (list: Record<string, Term>) =>
      Object.entries(list).map(([key, term]) => [key, term[side] ?? ''])
    return { page, language, texts, sections: inLanguage(sections), subjects: inLanguage(subjects) }
  }),
)

it.each(everyPage)('$page in $language names its sections and subjects', ({ texts, sections, subjects }) => {
  expect(sections.map(([key]) => [key, texts.get(`${key}.label`)])).toEqual(sections)
  const labels = [...texts.keys()].filter((key) => key.endsWith('.label') && key.split('.').length === 2)
  expect(labels).toHaveLength(sections.length)
  expect(subjects.filter(([key, word = '']) => !texts.get(`${key}.title`)?.includes(word))).toEqual([])
  // No heading only repeats the name above it.
  expect(sections.filter(([key, name]) => texts.get(`${key}.title`) === name)).toEqual([])
})
