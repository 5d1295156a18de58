import { parseAllDocuments } from 'yaml'
import { filesBelow, textOf } from './project-files.ts'

/** The members that every resource has; the API's schemas say the rest. */
export type Resource = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  spec?: unknown
}

/** All resources of deploy/kubernetes. */
export const resources = filesBelow('deploy/kubernetes', /\.yaml$/).flatMap((file) =>
  parseAllDocuments(textOf(file)).map((document) => document.toJS() as Resource),
)
