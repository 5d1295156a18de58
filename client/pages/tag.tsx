import { useTranslation } from 'react-i18next'
import type { Tag } from '../../shared/post.ts'
import { tagIn } from '../../shared/post-groups.ts'
import { tagPath } from '../../shared/site-map.ts'
import { GroupPage, loadGroup } from './groups/groups.tsx'

export const load = loadGroup(tagIn)

export function Page() {
  const { t } = useTranslation('blog')
  const describe = ({ name, slug }: Tag) => ({
    name,
    title: t('tag.title', { name }),
    description: t('tag.description', { name }),
    lead: t('tag.lead'),
    path: tagPath(slug),
    topic: slug,
  })
  return <GroupPage describe={describe} />
}
