import { Copy } from 'lucide-react'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { IconButton } from '../button.tsx'

type CopyButtonProps = {
  text: string
  /** The kind of text, for example `tracking number`. */
  of: string
}

/** Copies a text. If the browser does not allow that, the text is shown to be copied by hand. */
export function CopyButton({ text, of }: CopyButtonProps) {
  const toast = useToast()
  function copy() {
    const copied = window.isSecureContext ? navigator.clipboard.writeText(text) : Promise.reject(new Error())
    copied.then(
      () => toast.success(`${of.charAt(0).toUpperCase()}${of.slice(1)} copied`),
      () => toast.info(`The ${of} is ${text}`),
    )
  }
  return (
    <IconButton label={`Copy the ${of}`} onClick={copy}>
      <Copy aria-hidden />
    </IconButton>
  )
}
