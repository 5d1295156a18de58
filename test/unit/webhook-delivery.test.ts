import { expect, it } from 'vitest'
import { changeIn } from '../../server/webhook/delivery.ts'

const published = { slug: 'un-article', status: 'published', title: 'Un article' }
const draft = { ...published, status: 'draft' }
const one = { kind: 'posts', slugs: ['un-article'] }
const everything = { kind: 'everything' }

/** The same delivery as Ghost 6 and Ghost 5 send it. */
const ofBoth = (event: string, post: object) => [{ event, post }, { post }]

it.each([
  ['published', 'post.published', { current: published, previous: { status: 'draft' } }, one],
  ['created as published', 'post.added', { current: published, previous: {} }, one],
  ['edited', 'post.published.edited', { current: published, previous: { title: 'Avant' } }, one],
  [
    'given another slug',
    'post.published.edited',
    { current: published, previous: { slug: 'avant' } },
    { kind: 'posts', slugs: ['un-article', 'avant'] },
  ],
  ['unpublished', 'post.unpublished', { current: draft, previous: { status: 'published' } }, one],
  ['deleted', 'post.deleted', { current: {}, previous: published }, one],
  ['given a tag', 'post.tag.attached', { current: published, previous: {} }, one],
  ['published at its time', 'post.published', { current: published, previous: { status: 'scheduled' } }, one],
  ['of an unknown state', 'post.edited', { current: { slug: 'un-article' }, previous: {} }, one],
  ['without a slug', 'post.edited', { current: {}, previous: {} }, everything],
  ['written as a draft', 'post.edited', { current: draft, previous: { html: '<p></p>' } }, null],
  ['scheduled', 'post.scheduled', { current: { ...draft, status: 'scheduled' }, previous: { status: 'draft' } }, null],
  ['deleted as a draft', 'post.deleted', { current: {}, previous: draft }, null],
  ['sent as a letter only', 'post.edited', { current: { ...draft, status: 'sent' }, previous: {} }, null],
])('a post that is %s (%s) changes what readers see of it', (_name, event, post, expected) => {
  for (const body of ofBoth(event, post)) expect(changeIn(body)).toEqual(expected)
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
