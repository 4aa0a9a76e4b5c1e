import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programNamed } from './programs.ts'

const run = promisify(execFile)
const openssl = (...options: string[]) => run('openssl', options)

/** A self-signed certificate for 127.0.0.1, trusted only where configured, like one of a private authority. */
export type TestCertificate = { certFile: string; keyFile: string; cert: string; key: string; remove(): Promise<void> }

export function canMakeCertificates(): boolean {
  return programNamed('openssl') !== undefined
}

type CertificateOptions = {
  /** Its subject alternative names, in OpenSSL's syntax. */
  names?: string
  /** Its end of validity, such as `240101000000Z`; by default the day after tomorrow. */
  until?: string
}

/** Makes a self-signed certificate. */
export async function makeCertificate({
  names = 'IP:127.0.0.1',
  until,
}: CertificateOptions = {}): Promise<TestCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', `subjectAltName=${names}`]
  const files = ['-out', certFile, '-keyout', keyFile]
  await openssl('req', '-x509', ...algorithm, ...subject, ...files)
  if (until !== undefined) await limitTo(until, { folder, certFile, keyFile })
  return {
    certFile,
    keyFile,
    cert: await readFile(certFile, 'utf8'),
    key: await readFile(keyFile, 'utf8'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

type Files = { folder: string; certFile: string; keyFile: string }

/** Signs it again with another end of validity: only `openssl ca` accepts a time in the past. */
async function limitTo(until: string, { folder, certFile, keyFile }: Files): Promise<void> {
  const [config, request] = [join(folder, 'ca.conf'), join(folder, 'request.pem')]
  const lines = ['[ca]', 'default_ca=own', '[own]', `database=${folder}/index`, `serial=${folder}/serial`]
  const policy = [`new_certs_dir=${folder}`, 'default_md=sha256', 'policy=any', '[any]', 'commonName=supplied']
  await writeFile(config, [...lines, ...policy, ''].join('\n'))
  await writeFile(join(folder, 'index'), '')
  await writeFile(join(folder, 'serial'), '01')
  await openssl('x509', '-x509toreq', '-in', certFile, '-signkey', keyFile, '-out', request)
  const times = ['-startdate', '200101000000Z', '-enddate', until]
  const files = ['-config', config, '-keyfile', keyFile, '-in', request, '-out', certFile]
  await openssl('ca', '-batch', '-notext', '-selfsign', ...times, ...files)
}
