import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router-dom'
import type { Author } from '../../shared/post.ts'
import { authorIn } from '../../shared/post-groups.ts'
import { authorPath } from '../../shared/site-map.ts'
import { AuthorDetails } from '../components/author-details.tsx'
import { GroupPage, loadGroup } from './groups/groups.tsx'
import type { GroupData } from '../context/loader-data.ts'
import { useLanguage, useSite } from '../context/site.tsx'
import { profile } from '../head/head.tsx'

export const load = loadGroup(authorIn)

export function Page() {
  const { t } = useTranslation('blog')
  const { slug } = useLoaderData<GroupData<Author>>()
  const { url } = useSite()
  const language = useLanguage()
  const path = authorPath(slug)
  const describe = (author: Author) => ({
    name: author.name,
    title: t('author.title', { name: author.name }),
    description: t('author.description', { name: author.name }),
    lead: author.bio ?? t('author.lead'),
    path,
    details: <AuthorDetails author={author} />,
    structured: import.meta.env.SSR ? () => profile(author, path, url, language) : undefined,
  })
  return <GroupPage describe={describe} />
}
