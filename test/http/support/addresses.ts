import { type Language, localise } from '../../../shared/language.ts'
import { pageIds, pages } from '../../../shared/site-map.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'

/** One post in each language. */
export const posts = [
  fakePost('un-article'),
  fakePost('an-article', {
    title: 'Title of an-article',
    html: '<p>Body of an-article.</p>',
    excerpt: 'Excerpt of an-article.',
    tags: [tags.en, tags.strategie],
  }),
]

export const slugs: Record<Language, string> = { fr: 'un-article', en: 'an-article' }

/** Every page of the site in a language; the article is the one of `posts`. */
export function pathsIn(language: Language): string[] {
  return pageIds.map((page) => localise(pages[page].path.replace(':slug', slugs[language]), language))
}
