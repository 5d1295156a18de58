import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { readBuild } from '../../runtime/build.ts'
import { projectRoot } from '../../runtime/project-root.ts'
import { createTexts } from '../../i18n/texts.ts'
import { createPostLabels, createSanitiser } from '../html/html.ts'
import { formatBuiltPosts, keyOf } from './built-posts.ts'
import { createPostParser } from './post-parser.ts'
import { createMarkdownSource } from './source.ts'

// The last step of the build, as `dist/server/make-posts.js`. It converts the posts of `content/` into `posts.json` beside it.

const labelsIn = createPostLabels(createTexts(() => {}))
const parse = createPostParser(await createSanitiser({ rewrite: null, labelsIn }))
const posts = new Map<string, Post>()
const source = createMarkdownSource(
  join(projectRoot, 'content/posts'),
  (file) => {
    const post = parse(file)
    posts.set(keyOf(file), post)
    return Promise.resolve(post)
  },
  // The site skips invalid files too, and logs them.
  () => {},
)
for (const language of languages) await source.readList(language)
const { build } = await readBuild()
await writeFile(join(projectRoot, 'dist/server/posts.json'), formatBuiltPosts(build, posts))
