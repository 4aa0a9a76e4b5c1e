import { askSecretAtTerminal } from '#core/cli/ask.ts'
import { OperatorError } from '#core/domain/errors.ts'

const shortest = 12

/**
 * The passphrase of backups: BACKUP_PASSPHRASE, or what the operator types, for a new backup twice.
 * @throws OperatorError if there is none, or it is too short for a new backup
 */
export async function passphraseFor(command: 'backup' | 'restore'): Promise<string> {
  const passphrase = process.env['BACKUP_PASSPHRASE'] || (await typed(command))
  if (command === 'backup' && passphrase.length < shortest) {
    throw new OperatorError(
      `the passphrase has fewer than ${shortest} characters`,
      'The backup holds every secret of the shop: choose a longer one.',
    )
  }
  return passphrase
}

async function typed(command: 'backup' | 'restore'): Promise<string> {
  const ask = askSecretAtTerminal()
  if (ask === undefined)
    throw new OperatorError('there is no passphrase', 'Set BACKUP_PASSPHRASE, or run the command on a terminal.')
  const passphrase = await ask('Passphrase of the backup: ')
  if (command === 'backup' && (await ask('Once more: ')) !== passphrase)
    throw new OperatorError('the two passphrases differ', 'Run the command again.')
  return passphrase
}
