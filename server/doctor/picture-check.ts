import { prepareSharp, sharpRemedy } from '../media/sharp.ts'
import { type Finding, warning } from './finding.ts'

/** Whether pictures can be resized; nothing where they can. */
export function checkPictures(load: () => unknown = prepareSharp): Finding[] {
  try {
    load()
    return []
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    return [warning('pictures', `${sharpRemedy}. It says: ${line}`)]
  }
}
