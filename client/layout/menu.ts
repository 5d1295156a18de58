import { pathOf } from '../../shared/site-map.ts'

type MenuLink = {
  path: string
  label:
    | 'nav.home'
    | 'nav.ai'
    | 'nav.archiving'
    | 'nav.architecture'
    | 'nav.vulnerability'
    | 'nav.blog'
    | 'nav.about'
    | 'nav.contact'
}
export type MenuGroup = { label: 'nav.cybersecurity'; items: readonly MenuLink[] }
export type MenuItem = MenuLink | MenuGroup

/** The navigation, in its order: a path, a label's key, perhaps a submenu. */
export const menu: readonly MenuItem[] = [
  { path: pathOf('ai'), label: 'nav.ai' },
  { path: pathOf('archiving'), label: 'nav.archiving' },
  {
    label: 'nav.cybersecurity',
    items: [
      { path: pathOf('architecture'), label: 'nav.architecture' },
      { path: pathOf('vulnerability'), label: 'nav.vulnerability' },
    ],
  },
  { path: pathOf('blog'), label: 'nav.blog' },
  { path: pathOf('about'), label: 'nav.about' },
  { path: pathOf('contact'), label: 'nav.contact' },
]
