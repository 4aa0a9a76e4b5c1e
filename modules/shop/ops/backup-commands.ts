import type { Command } from 'commander'
import { untilInterrupted } from '#core/cli/interrupted.ts'
import { example } from '#core/cli/options.ts'
import type { Terminal } from '#core/cli/terminal.ts'
import { readConfig } from '#core/config/config.ts'
import { backupCommand, type BackupDeps } from './backup.ts'
import { logOf } from './open-deps.ts'
import { passphraseFor } from './passphrase.ts'
import { restoreCommand } from './restore.ts'

type OpenDeps = Omit<BackupDeps, 'erasuresFile'>

export type BackupCommandDeps = {
  /** Opens the shop's engines for a command. */
  run: (command: (deps: OpenDeps) => Promise<boolean>, log: 'any') => Promise<void>
  terminal: () => Terminal
}

type RestoreFlags = { erasures?: string[]; withoutErasures: boolean; persons?: string }

export function addBackupCommands(ops: Command, { run, terminal }: BackupCommandDeps): void {
  ops
    .command('backup <file>')
    .description('write everything to an encrypted file, while the shop runs; with EventStoreDB, all but the events')
    .addHelpText('after', example('backup /backups/shop-2026-11-23.backup'))
    .action(async (file: string) => {
      const passphrase = await passphraseFor('backup')
      const { erasuresFile } = readConfig(process.env, process.cwd())
      // Also of a shop whose log and database disagree.
      await run((deps) => backupCommand({ ...deps, erasuresFile }, { file, passphrase }), 'any')
    })

  ops
    .command('restore <file>')
    .description('restore a backup into an empty database or data folder')
    .option('--erasures <files...>', 'the lists of erased accounts that the shop has kept; by default ERASURES_FILE')
    .option('--without-erasures', 'no account was erased after the backup', false)
    .option('--persons <file>', 'with EventStoreDB: a later backup, from which the accounts and keys are taken')
    .addHelpText('after', example('restore shop-2026-11-23.backup --erasures /backups/erasures.txt'))
    .action(async (file: string, { erasures = [], withoutErasures, persons }: RestoreFlags) => {
      const passphrase = await passphraseFor('restore')
      const config = readConfig(process.env, process.cwd())
      const deps = { config, terminal: terminal(), log: logOf(config), signal: untilInterrupted() }
      const wish = { file, passphrase, persons, erasures: withoutErasures ? ('none' as const) : erasures }
      process.exitCode = (await restoreCommand(deps, wish)) ? 0 : 1
    })
}
