import { localise } from '../../shared/language.ts'
import { Head } from '../head.tsx'
import { useLanguage, useSite } from '../site.tsx'

type ServiceHeadProps = { name: string; title: string; description: string; path: string }

/** The head of a service's page, with the service described to search engines. */
export function ServiceHead({ name, title, description, path }: ServiceHeadProps) {
  const { url } = useSite()
  const language = useLanguage()
  const service = {
    '@type': 'Service',
    name,
    description,
    url: url + localise(path, language),
    provider: { '@id': `${url}/#organization` },
    areaServed: ['Canada', 'United States'],
  }
  return <Head title={title} description={description} path={path} structured={[service]} />
}
