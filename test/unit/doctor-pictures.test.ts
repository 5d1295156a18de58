import { expect, it } from 'vitest'
import { checkPictures } from '../../server/doctor/picture-check.ts'
import { lineOf } from '../../server/doctor/finding.ts'

it('says nothing of pictures where they can be resized', () => {
  expect(checkPictures()).toEqual([])
})

it('names the remedy where there is no libvips for this machine', () => {
  const load = () => {
    throw new Error('Could not load the "sharp" module using the linux-x64 runtime\nPossible solutions:')
  }
  const [finding, ...others] = checkPictures(load)
  expect(others).toEqual([])
  const line = finding && lineOf(finding)
  expect(line).toContain('npm ci --include=optional')
  expect(line).toContain('It says: Could not load the "sharp" module using the linux-x64 runtime')
})
