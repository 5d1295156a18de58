import { expect, it } from 'vitest'
import { changeIn } from '../../server/webhook/delivery.ts'

const published = { slug: 'un-article', status: 'published', title: 'Un article' }
const draft = { ...published, status: 'draft' }
const one = { kind: 'posts', slugs: ['un-article'] }
const everything = { kind: 'everything' }

// See test/ghost/webhook.test.ts for the events themselves, whose names say nothing that the post does not.
it.each([
  ['published', { current: published, previous: { status: 'draft' } }, one],
  ['edited', { current: published, previous: { title: 'Avant' } }, one],
  [
    'given another slug',
    { current: published, previous: { slug: 'avant' } },
    { ...one, slugs: ['un-article', 'avant'] },
  ],
  ['unpublished', { current: draft, previous: { status: 'published' } }, one],
  ['deleted', { current: {}, previous: published }, one],
  ['of an unknown state', { current: { slug: 'un-article' }, previous: {} }, one],
  ['without a slug', { current: {}, previous: {} }, everything],
  ['written as a draft', { current: draft, previous: { html: '<p></p>' } }, null],
  ['scheduled', { current: { ...draft, status: 'scheduled' }, previous: { status: 'draft' } }, null],
  ['deleted as a draft', { current: {}, previous: draft }, null],
])('a post that is %s changes what readers see of it, told by Ghost 6 or by Ghost 5', (_name, post, expected) => {
  for (const body of [{ event: 'post.edited', post }, { post }]) expect(changeIn(body)).toEqual(expected)
})

it.each([
  [{ event: 'site.changed' }, everything],
  [{}, everything],
  [{ event: 'tag.edited', tag: { current: { slug: 'strategie' }, previous: { name: 'Avant' } } }, everything],
  [{ tag: { current: {}, previous: { slug: 'strategie' } } }, everything],
  [{ page: { current: { slug: 'une-page', status: 'published' }, previous: {} } }, null],
  [{ member: { current: { email: 'ada@example.com' }, previous: {} } }, null],
  [{ post: 'un-article' }, everything],
  [{ post: { current: null } }, everything],
  [{ post: { current: { slug: 42 }, previous: {} } }, everything],
  [[], everything],
  [null, everything],
  ['text', everything],
])('%j', (body, expected) => {
  expect(changeIn(body)).toEqual(expected)
})
