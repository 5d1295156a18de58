import { expect, it } from 'vitest'
import { isVisibleChange } from './delivery.ts'

const published = { slug: 'un-article', status: 'published', title: 'Un article' }
const draft = { ...published, status: 'draft' }

// See test/ghost/webhook.test.ts for the events themselves, whose names tell no more than the post.
it.each([
  ['published', { current: published, previous: { status: 'draft' } }, true],
  ['edited', { current: published, previous: { title: 'Avant' } }, true],
  ['given another slug', { current: published, previous: { slug: 'avant' } }, true],
  ['unpublished', { current: draft, previous: { status: 'published' } }, true],
  ['deleted', { current: {}, previous: published }, true],
  ['of an unknown state', { current: { slug: 'un-article' }, previous: {} }, true],
  ['without a slug', { current: {}, previous: {} }, true],
  ['written as a draft', { current: draft, previous: { html: '<p></p>' } }, false],
  ['scheduled', { current: { ...draft, status: 'scheduled' }, previous: { status: 'draft' } }, false],
  ['deleted as a draft', { current: {}, previous: draft }, false],
])('whether readers can see that a post is %s, reported by Ghost 6 or by Ghost 5', (_name, post, expected) => {
  for (const body of [{ event: 'post.edited', post }, { post }]) expect(isVisibleChange(body)).toBe(expected)
})

it.each([
  [{ event: 'site.changed' }, true],
  [{}, true],
  [{ event: 'tag.edited', tag: { current: { slug: 'strategie' }, previous: { name: 'Avant' } } }, true],
  [{ tag: { current: {}, previous: { slug: 'strategie' } } }, true],
  [{ page: { current: { slug: 'une-page', status: 'published' }, previous: {} } }, false],
  [{ member: { current: { email: 'ada@example.com' }, previous: {} } }, false],
  [{ post: 'un-article' }, true],
  [{ post: { current: null } }, true],
  [{ post: { current: { slug: 42 }, previous: {} } }, true],
  [[], true],
  [null, true],
  ['text', true],
])('whether readers can see what %j reports', (body, expected) => {
  expect(isVisibleChange(body)).toBe(expected)
})
