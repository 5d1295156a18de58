import { localise } from '../../shared/language.ts'
import { Head } from './head.tsx'
import { useLanguage, useSite } from '../context/site.tsx'
import { organisationId } from './structured-data.ts'

type ServiceMetadataProps = { name: string; title: string; description: string; path: string }

/** The metadata of a service's page, with the service described to search engines. */
export function ServiceMetadata({ name, title, description, path }: ServiceMetadataProps) {
  const { url } = useSite()
  const language = useLanguage()
  const address = url + localise(path, language)
  const service = () => ({
    '@type': 'Service',
    '@id': `${address}#service`,
    name,
    description,
    url: address,
    mainEntityOfPage: { '@id': address },
    provider: { '@id': organisationId(url) },
    areaServed: ['Canada', 'United States'],
  })
  return (
    <Head
      title={title}
      description={description}
      path={path}
      structured={import.meta.env.SSR ? () => [service()] : undefined}
    />
  )
}
