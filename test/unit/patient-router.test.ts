import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { patient } from '../../client/navigation/patient-router.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A router with a page that is there, one that comes when it is let, and what a tree hears of it. */
function startRouter() {
  let arrive = () => {}
  const late = new Promise<null>((resolve) => {
    arrive = () => resolve(null)
  })
  const router = createMemoryRouter([
    { path: '/' },
    { path: '/ready', lazy: () => Promise.resolve({ loader: () => null }) },
    { path: '/late', loader: () => late },
  ])
  const heard: string[] = []
  const seen = patient(router, (tell) => tell())
  seen.subscribe(({ navigation, location }, { flushSync }) => {
    heard.push(`${navigation.state} ${location.pathname}${flushSync ? ' at once' : ''}`)
  })
  return { router, seen, heard, arrive }
}

it('says once that a page is there which does not have to be waited for', async () => {
  const { seen, heard } = startRouter()
  await seen.navigate('/ready')
  vi.advanceTimersByTime(1000)
  expect(heard).toEqual(['idle /ready at once'])
  expect(seen.state.location.pathname).toBe('/ready')
})

it('says after a tenth of a second that a page is on its way, and then that it is there', async () => {
  const { router, heard, arrive } = startRouter()
  const arrived = router.navigate('/late')
  vi.advanceTimersByTime(99)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(1)
  expect(heard).toEqual(['loading /'])
  arrive()
  await arrived
  vi.advanceTimersByTime(1000)
  expect(heard).toEqual(['loading /', 'idle /late at once'])
})
