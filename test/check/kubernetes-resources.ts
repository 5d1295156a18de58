import { parseAllDocuments } from 'yaml'
import { filesBelow, textOf } from './project-files.ts'

/** The fields that every resource has. The API's schemas have the others. */
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
