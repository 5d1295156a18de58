import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { textOf } from './project-files.ts'

export const folder = 'deploy/kubernetes'

/** The members that every resource has; the API's schemas say the rest. */
export type Resource = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  spec?: unknown
}

export const kustomization = z
  .strictObject({
    apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
    kind: z.literal('Kustomization'),
    namespace: z.string(),
    resources: z.array(z.string()),
    configMapGenerator: z.array(z.strictObject({ name: z.string(), envs: z.array(z.string()) })).length(1),
    images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })).length(1),
  })
  .parse(parse(textOf(`${folder}/kustomization.yaml`)))

/** The resources of the kustomization as written: kustomize adds the namespace, the image's tag and the name of the map. */
export const resources = kustomization.resources.flatMap((file) =>
  parseAllDocuments(textOf(`${folder}/${file}`)).map((document) => document.toJS() as Resource),
)
