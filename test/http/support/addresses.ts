import { type Language, localise } from '../../../shared/language.ts'
import { articlePath, authorPath, pathOf, plainPageIds, tagPath } from '../../../shared/site-map.ts'
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

/** Every page of the site in a language; the article, the topic and the author are those of `posts`. */
export function pathsIn(language: Language): string[] {
  const ofPosts = [articlePath(slugs[language]), tagPath(tags.strategie.slug), authorPath('camille')]
  const paths = [...plainPageIds.map(pathOf), ...ofPosts]
  return paths.map((path) => localise(path, language))
}
