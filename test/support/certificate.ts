import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programNamed } from './programs.ts'

/** A certificate for 127.0.0.1 that only whoever is given it trusts, as the authority of an operator's own. */
export type TestCertificate = { certFile: string; keyFile: string; cert: string; key: string; remove(): Promise<void> }

export function canMakeCertificates(): boolean {
  return programNamed('openssl') !== undefined
}

export async function makeCertificate(): Promise<TestCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-out', certFile, '-keyout', keyFile]
  await promisify(execFile)('openssl', ['req', '-x509', ...algorithm, ...subject, ...files])
  return {
    certFile,
    keyFile,
    cert: await readFile(certFile, 'utf8'),
    key: await readFile(keyFile, 'utf8'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
