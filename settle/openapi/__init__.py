"""The published description of the service: an OpenAPI document, and a page made of it."""
