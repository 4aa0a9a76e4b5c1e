import { Type } from 'typebox'

/** An image URL: empty, `https:`, or a path on this site. Refuses other schemes and disguised hosts (`//host`). */
export const ImageUrl = Type.Refine(
  Type.String({
    maxLength: 2000,
    pattern: '^(|/(?!/|\\\\|%2[fF]|%5[cC])[^\\s\\\\<>"]*|https://[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?#][^\\s\\\\<>"]*)?)$',
    message:
      'Picture addresses must start with https:// or be a path on this site, such as /images/devices/monitor.svg',
    examples: ['/images/devices/patient-monitor.svg'],
  }),
  (url) => url === '' || !url.startsWith('https:') || URL.canParse(url),
  () => 'Picture addresses must be complete, such as https://example.in/monitor.jpg',
)
