// `npm run measure -- soak`: half an hour of everything that visitors do, and worse, on the built site. Growing memory or files show a
// leak. On 127.0.0.1 only. Plain JavaScript, since Node 20 runs no TypeScript; Vite runs the rest.
import { runnerImport } from 'vite'
import { startBuiltSite } from '../built-site.js'

const options = { configFile: false, logLevel: 'error' }
// Ghost has its own process, so that its memory and time are not counted with the visitors'.
if (process.argv[2] === 'ghost') await runnerImport('./bench/soak/ghost.ts', options)
else {
  const { module } = await runnerImport('./bench/soak/soak.ts', options)
  await module.run(startBuiltSite)
}
