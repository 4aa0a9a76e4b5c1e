import { createLink } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

type Look = { look?: 'primary' | 'secondary' | 'quiet' | 'danger'; large?: boolean; wide?: boolean }

function classOf({ look = 'primary', large, wide }: Look, className?: string) {
  return clsx(styles['button'], styles[look], large && styles['large'], wide && styles['wide'], className)
}

/** A button; `type` is `button` unless it submits a form. */
export function Button({ look, large, wide, className, ...props }: Look & ComponentProps<'button'>) {
  return <button type="button" {...props} className={classOf({ look, large, wide }, className)} />
}

function Anchor({ look, large, wide, className, ...props }: Look & ComponentProps<'a'>) {
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content comes with the props
  return <a {...props} className={classOf({ look, large, wide }, className)} />
}

/** A link to another page that looks like a button. */
export const ButtonLink = createLink(Anchor)

type IconProps = {
  /** The action, as the accessible name and the tooltip. */
  label: string
  children: ReactNode
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & IconProps & { danger?: boolean }

/** A round button of 44 px with an icon. */
export function IconButton({ label, danger, className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...props}
      aria-label={label}
      className={clsx(styles['icon'], danger && styles['iconDanger'], className)}
    />
  )
}

function IconAnchor({ label, className, ...props }: Omit<ComponentProps<'a'>, 'aria-label' | 'children'> & IconProps) {
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the icon comes with the props
  return <a title={label} {...props} aria-label={label} className={clsx(styles['icon'], className)} />
}

/** A link to another page that looks like an icon button. */
export const IconLink = createLink(IconAnchor)
