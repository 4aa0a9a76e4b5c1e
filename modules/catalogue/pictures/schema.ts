import { Type } from 'typebox'
import { ImageUrl } from '#core/http/schemas/image-url.ts'
import { maxAlternativeText } from '../domain/alternative-text.ts'

const AlternativeText = Type.Optional(
  Type.String({
    maxLength: maxAlternativeText,
    description:
      'What the picture shows, for screen readers. Left out: stays with its picture. Empty: the title is used.',
    examples: ['Patient monitor, seen from the front'],
  }),
)

/** The pictures of a product as the admin enters them. */
export const pictureInputs = {
  logoUrl: Type.Optional(ImageUrl),
  imgUrl1: Type.Optional(ImageUrl),
  imgUrl2: Type.Optional(ImageUrl),
  imgUrl3: Type.Optional(ImageUrl),
  logoAlt: AlternativeText,
  imgAlt1: AlternativeText,
  imgAlt2: AlternativeText,
  imgAlt3: AlternativeText,
}

const ShownText = Type.Optional(Type.String({ description: 'Describes the picture; absent where the title does' }))

/** The pictures of a product as the API returns them. */
export const shownPictures = {
  logoUrl: Type.String(),
  imgUrl1: Type.String(),
  imgUrl2: Type.String(),
  imgUrl3: Type.String(),
  logoAlt: ShownText,
  imgAlt1: ShownText,
  imgAlt2: ShownText,
  imgAlt3: ShownText,
}
