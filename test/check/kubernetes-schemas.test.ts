import { expect, it } from 'vitest'
import { resources } from './kubernetes-resources.ts'
import { againstSchema, againstTypes } from './kubernetes-schemas.ts'

it.each(resources.map((resource) => ({ name: `${resource.kind} ${resource.metadata.name}`, resource })))(
  '$name is what the API’s schema asks for',
  ({ resource }) => {
    expect(againstSchema(resource)).toBeNull()
  },
)

it('no resource has a field that the API does not know', () => {
  expect(againstTypes(resources)).toBe('')
})

const metadata = { name: 'a' }

it('sees a wrong quantity, an absent field and a misspelt one', () => {
  const spec = { resources: { requests: { storage: '1Gig' } } }
  expect(againstSchema({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec })).toContain('"quantity"')
  expect(againstSchema({ apiVersion: 'v1', kind: 'Pod', metadata, spec: {} })).toContain('containers')
  const containers = [{ name: 'a', readinesProbe: {} }]
  expect(againstTypes([{ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } }])).toContain('readinesProbe')
})
