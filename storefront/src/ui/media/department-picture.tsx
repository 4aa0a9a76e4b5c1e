/** The picture of a collection, which the server draws; its size in pixels. */
export function DepartmentPicture({ category, size }: { category: string; size: number }) {
  return (
    <img
      className="department-picture"
      src={`/images/departments/${category}.svg`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  )
}
