package collectionscontract;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A payload. Members that are not known are kept and written again. */
public interface Model {
  /** Members that this version does not know. */
  Extra extra();

  /** As it is sent. Members that are null are left out. */
  ObjectNode toJson();
}
