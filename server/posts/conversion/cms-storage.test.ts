import { expect, it } from 'vitest'
import { createRewriter } from './rewriter.ts'

const url = 'https://cms.example'
const storage = { url, mediaHosts: ['cms.example'], mediaPath: /^\/uploads\// }
const { link, media, picture } = createRewriter(storage, () => Buffer.alloc(32, 1))()

it('signs paths of files beside the CMS’s pages, and treats other addresses as pages', () => {
  const encoded = Buffer.from(`${url}/uploads/a.jpg`).toString('base64url')
  for (const address of [`${url}/uploads/a.jpg`, '/uploads/a.jpg'])
    expect([picture(address), media(address), link(address, 'fr')].map((path) => path?.split('/'))).toEqual(
      ['external', 'stored', 'stored'].map((folder) => ['', 'media', folder, expect.any(String), encoded]),
    )
  expect([picture(`${url}/a.jpg`), media('/a.mp3'), link(`${url}/loi-25/`, 'fr')]).toEqual([null, null, '/blog/loi-25'])
})
