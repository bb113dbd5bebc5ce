import type { JsonObject } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { forbiddenCause } from '../../../field-causes.ts';
import { listAt, objectAt } from '../../../fields.ts';
import { annotationCauses } from '../../../objects/metadata-causes.ts';
import { podSpecCauses } from './pod-causes.ts';
import { labelCauses } from '../causes/selector-causes.ts';

/**
 * Causes of a template of pods.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidatePodTemplateSpec)
 */
export function podTemplateCauses(template: JsonObject, path: string): readonly StatusCause[] {
  const isDebugged = listAt(template, 'spec', 'ephemeralContainers').length > 0;
  const why = 'ephemeral containers not allowed in pod template';
  return [
    ...templateMetadataCauses(template, path),
    ...podSpecCauses(objectAt(template, 'spec'), `${path}.spec`),
    ...(isDebugged ? [forbiddenCause(`${path}.spec.ephemeralContainers`, why)] : []),
  ];
}

/** What pods get from their template beside a spec. Causes name it without its `metadata`. */
export function templateMetadataCauses(template: JsonObject, path: string): readonly StatusCause[] {
  return [
    ...labelCauses(objectAt(template, 'metadata', 'labels'), `${path}.labels`),
    ...annotationCauses(objectAt(template, 'metadata', 'annotations'), `${path}.annotations`),
  ];
}
