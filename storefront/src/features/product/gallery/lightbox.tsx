import Viewer from 'yet-another-react-lightbox'
import Thumbnails from 'yet-another-react-lightbox/plugins/thumbnails'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { inSize, type GalleryImage } from '../../../lib/format/image.ts'
import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/thumbnails.css'
import './lightbox.css'

/** The duration of the zoom animation (spec §9). */
const zoomMs = 500

type LightboxProps = {
  images: readonly GalleryImage[]
  index: number
  onView: (index: number) => void
  onClose: () => void
}

const size = { width: 1600, height: 1600 }

/** Large pictures: thumbnails; zoom by pinch, wheel, keyboard, double click; Escape or backdrop closes (spec §2). */
export function Lightbox({ images, index, onView, onClose }: LightboxProps) {
  return (
    <Viewer
      open
      close={onClose}
      index={index}
      on={{ view: ({ index: viewed }) => onView(viewed) }}
      slides={images.map(([src, alt], at) => ({ src: inSize(src, 1600), alt: `${alt}, picture ${at + 1}`, ...size }))}
      plugins={images.length > 1 ? [Thumbnails, Zoom] : [Zoom]}
      carousel={{ finite: true }}
      styles={{ root: { '--yarl__color_backdrop': 'rgb(5 24 23 / 94%)' } }}
      controller={{ closeOnBackdropClick: true }}
      animation={{ zoom: zoomMs }}
      zoom={{ maxZoomPixelRatio: 4, scrollToZoom: true, doubleClickMaxStops: 2 }}
      thumbnails={{ width: 72, height: 72, padding: 6, gap: 10 }}
    />
  )
}
