import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Of WCAG 2.2 AA and axe's own best practices, one line a violation: the rule, and the elements that break it. */
export async function violationsIn(page: Page, part = 'html'): Promise<string[]> {
  // Within the page, since no frame is of another origin, in a third of the time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include(part).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
