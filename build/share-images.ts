import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { languages } from '../shared/language.ts'
import { pages, plainPageIds, shareImagePath } from '../shared/site-map.ts'
import { drawShareImage, readLettering } from './share-image.ts'

type Texts = { meta: { title: string } }

/** Vite plugin: the share image of every page in its languages, as files of the browser's bundle. */
export function shareImages(): Plugin {
  return {
    name: 'share-images',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      const lettering = readLettering()
      for (const language of languages) {
        const common = await readTexts<{ site: { tagline: string } }>(language, 'common')
        for (const page of plainPageIds) {
          if (!pages[page].languages.some((one) => one === language)) continue
          const { meta } = await readTexts<Texts>(language, page)
          const source = await drawShareImage(meta.title, common.site.tagline, lettering)
          this.emitFile({ type: 'asset', fileName: shareImagePath(page, language).slice(1), source })
        }
      }
    },
  }
}

async function readTexts<T>(language: string, name: string): Promise<T> {
  // The shape is what `npm run check` compares; a text that is not there fails the build.
  return JSON.parse(await readFile(`locales/${language}/${name}.json`, 'utf8')) as T
}
