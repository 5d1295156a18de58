import * as z from 'zod'

const names = [
  'feature_image_alt',
  'feature_image_caption',
  'canonical_url',
  'meta_title',
  'meta_description',
  'og_title',
  'og_description',
  'og_image',
  'twitter_title',
  'twitter_description',
  'twitter_image',
] as const

/** The descriptions that a post keeps, each by the same schema. */
export const fieldsOf = <T extends z.ZodType>(text: T) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<(typeof names)[number], T>

const text = z.string().nullish()

/** Descriptions of a post, under Ghost's names, in the front matter of Markdown files. */
export const rawMetadata = z.object({ custom_excerpt: text, ...fieldsOf(text) })

/** The same in Ghost's answers; anything but text counts as absent. */
export const lenientMetadata = { custom_excerpt: text.catch(null), ...fieldsOf(text.catch(null)) }
