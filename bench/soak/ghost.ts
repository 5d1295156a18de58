import { fakePost, type FakePost, startFakeGhost, tags } from '../../test/support/fake-ghost.ts'
import { photograph } from '../../test/support/picture-host.ts'
import { bigFile, newPictures, picturePath, pictures, postsPerLanguage, slugOf } from './addresses.ts'

const paragraph = `<p>${'Une phrase d’une longueur ordinaire, comme il y en a beaucoup. '.repeat(8)}</p>`

function post(language: 'fr' | 'en', index: number, change = 0): FakePost {
  return fakePost(slugOf(language, index), {
    title: `Article ${index}, version ${change}`,
    html: `<h2>Version ${change}</h2>${paragraph.repeat(12)}`,
    feature_image: `__GHOST_URL__${picturePath(index % pictures)}`,
    tags: [tags[language], tags.strategie],
  })
}

const all = (['fr', 'en'] as const).flatMap((language) =>
  Array.from({ length: postsPerLanguage }, (_, index) => post(language, index)),
)
const ghost = await startFakeGhost(all)
ghost.state.pictures = { [bigFile]: Buffer.alloc(4 * 1024 * 1024, 'film') }
const photo = await photograph(900, 600).jpeg().toBuffer()
for (let index = 0; index < pictures + newPictures; index += 1) ghost.state.pictures[picturePath(index)] = photo

let changes = 0
// A message changes the text of a post. The parent then delivers the webhook, as Ghost would.
process.on('message', () => {
  changes += 1
  const index = changes % all.length
  const language = index < postsPerLanguage ? 'fr' : 'en'
  ghost.state.posts = ghost.state.posts.with(index, post(language, index % postsPerLanguage, changes))
  for (const record of [ghost.calls, ghost.headers, ghost.subscriptions]) record.length = 0
  process.send?.('changed')
})
process.on('disconnect', () => process.exit())
process.send?.(ghost.url)
