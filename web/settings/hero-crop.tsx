import { useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { Picture } from '../ui/picture.tsx'
import { shopInfoQuery } from './shop-info.tsx'

/** A part of the shop's main photograph, as decoration. `position` is the CSS object-position of the part. */
export function HeroCrop({
  position,
  sizes,
  className,
}: {
  position: string
  sizes: string
  className: string
}) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!shop) return <div className={className} />
  return (
    <div className={`overflow-hidden bg-hero ${className}`}>
      <Picture
        {...shop.hero}
        alt=""
        sizes={sizes}
        className="photo size-full object-cover"
        position={position}
      />
    </div>
  )
}
