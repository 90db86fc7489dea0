#!/bin/bash
# docker no
set -e
build() { docker build -t "x:$(git rev-parse HEAD)" . ; }
for f in kubectl helm; do
  sudo kubectl apply -f "$f" | /usr/bin/jq '.x | terraform'
done
cat <<EOF > x
docker no
EOF
FOO=bar terraform init \
  helm
build && ./local.sh || aws s3 ls
case $1 in
  start) npm run x;;
  stop) echo 'gcloud no';;
esac
echo docker
