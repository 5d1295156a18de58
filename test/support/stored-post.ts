import type { Author, Post } from '../../shared/post.ts'

/** An author with only a name. */
export function authorNamed(name: string, slug: string | null = null): Author {
  return { name, slug, profile_image: null, bio: null, location: null, website: null }
}

/** A post as the site stores it, from any source. */
export function storedPostOf(slug: string, changes: Partial<Post> = {}): Post {
  return {
    id: slug,
    slug,
    title: 'Titre',
    excerpt: '',
    html: '<p>Corps</p>',
    standfirst: null,
    feature_image: null,
    feature_image_alt: null,
    feature_image_caption: null,
    published_at: '2026-09-21T10:30:00.000+02:00',
    updated_at: null,
    reading_time: 2,
    authors: [authorNamed('Camille Lefèvre', 'camille')],
    tags: [],
    primary_tag: null,
    visibility: 'public',
    access: true,
    featured: false,
    permalink: null,
    canonical_url: null,
    meta_title: null,
    meta_description: null,
    og_title: null,
    og_description: null,
    og_image: null,
    twitter_title: null,
    twitter_description: null,
    twitter_image: null,
    ...changes,
  }
}
